import { classNames } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";

interface CountsProps {
  title: string;
  href: string;
  total: number;
  /** In a fixed order, from the best status. */
  parts: readonly { word: string; count: number; colour: string; href: string }[];
}

/** The number of objects in each status, as a bar and as numbers. */
export function Counts({ title, href, total, parts }: CountsProps) {
  return (
    <section className="min-w-0 flex-1 space-y-2">
      <h2 className="flex items-baseline justify-between font-semibold">
        <Link href={href} className="hover:underline">
          {title}
        </Link>
        <span className="tabular-nums">{total.toLocaleString("en-US")}</span>
      </h2>
      <div aria-hidden="true" className="flex h-2 gap-px overflow-hidden rounded-small bg-sunken">
        {parts.map(({ word, count, colour }) => (
          <span key={word} style={{ flexGrow: count }} className={classNames("basis-0", colour)} />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-small">
        {parts.map(({ word, count, colour, href: partHref }) => (
          <li key={word}>
            <Link href={partHref} className="flex min-h-6 items-center gap-1.5 hover:underline">
              <span aria-hidden="true" className={classNames("size-2 rounded-small", colour)} />
              <span className="text-quiet">{word}</span>
              <span className="tabular-nums">{count.toLocaleString("en-US")}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
