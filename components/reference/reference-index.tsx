"use client";

import { usePathname } from "next/navigation";
import { useRef, useState } from "react";
import { classNames } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";
import { SearchBox } from "@/components/ui/search-box";
import { useRowKeys } from "@/components/ui/use-row-keys";
import type { IndexEntry, IndexGroup } from "@/lib/api/reference/index-of";
import { Method } from "./method";

const BASE = "/developers/reference";

/** Returns the operations that contain every searched word. */
function found(groups: readonly IndexGroup[], search: string): IndexGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const isFound = (entry: IndexEntry) => words.every((word) => entry.words.includes(word));
  return groups
    .map(({ name, entries }) => ({ name, entries: entries.filter(isFound) }))
    .filter(({ entries }) => entries.length > 0);
}

/** The searchable list of all operations; on a phone a page of its own. */
export function ReferenceIndex({ groups }: { groups: readonly IndexGroup[] }) {
  const path = usePathname();
  const [search, setSearch] = useState("");
  const container = useRef<HTMLElement>(null);
  useRowKeys(container);
  const shown = found(groups, search);
  return (
    <nav
      ref={container}
      aria-label="Operations"
      className={classNames(
        "space-y-4 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto lg:pb-8",
        path !== BASE && "max-lg:hidden",
      )}
    >
      <SearchBox label="Name, path or error code" value={search} onChange={setSearch} />
      <p role="status" className="sr-only">
        {shown.reduce((sum, { entries }) => sum + entries.length, 0)} operations
      </p>
      {shown.length === 0 && <p className="text-small text-quiet">No operations match.</p>}
      {shown.map(({ name, entries }) => (
        <div key={name} className="space-y-1">
          <p className="text-small font-semibold">{name}</p>
          <ul>
            {entries.map(({ id, summary, method, isEvent, isDeprecated }) => {
              const href = `${BASE}/${id}`;
              return (
                <li key={id}>
                  <Link
                    href={href}
                    prefetch={false}
                    data-row-link=""
                    aria-current={path === href ? "page" : undefined}
                    className={classNames(
                      "flex min-h-8 items-center justify-between gap-3 rounded-small px-2 text-small outline-offset-[-2px] pointer-coarse:min-h-11",
                      path === href
                        ? "bg-accent-faint font-semibold text-accent"
                        : "hover:bg-sunken",
                      isDeprecated && "line-through",
                    )}
                  >
                    {summary}
                    {!isEvent && <Method method={method} isEvent={isEvent} />}
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}
