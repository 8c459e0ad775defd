import type { ReactNode } from "react";

interface PartProps {
  title: string;
  note: string;
  children: ReactNode;
}

/** A section of the settings: its title on the left, its content on the right. */
export function Part({ title, note, children }: PartProps) {
  return (
    <section className="grid gap-x-10 gap-y-3 border-t border-line pt-6 first:border-t-0 first:pt-0 md:grid-cols-[14rem_minmax(0,1fr)]">
      <div>
        <h2 className="font-semibold">{title}</h2>
        <p className="text-small text-quiet">{note}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
