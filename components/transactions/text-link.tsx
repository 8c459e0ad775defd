import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";

/** A link within a fact. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="text-accent underline underline-offset-4">
      {children}
    </Link>
  );
}
