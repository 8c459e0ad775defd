import type { ReactNode } from "react";

/** A section of an operation, with its own address. */
export function Section({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="space-y-3">
      <h3 id={id} className="scroll-mt-4 font-semibold">
        <a href={`#${id}`} className="hover:underline hover:underline-offset-4">
          {title}
        </a>
      </h3>
      {children}
    </section>
  );
}
