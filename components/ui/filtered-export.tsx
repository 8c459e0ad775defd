"use client";

import { useAddress } from "./address";
import { ButtonLink } from "./button-link";

interface FilteredExportProps {
  /** The address of the export. */
  path: string;
  /** The parameters of the page's address that filter the list. */
  names: readonly string[];
}

/** Downloads all pages of a list of the console as it is filtered and sorted, with times in UTC. */
export function FilteredExport({ path, names }: FilteredExportProps) {
  const { params } = useAddress();
  const filters = [...params].filter(([name]) => names.includes(name));
  const query = new URLSearchParams([
    ...filters,
    ...[...params].filter(([name]) => name === "sort"),
  ]);
  return (
    <ButtonLink
      look="plain"
      size="compact"
      href={query.size === 0 ? path : `${path}?${query}`}
      download=""
    >
      {filters.length > 0 ? "Export filtered CSV" : "Export CSV"}
    </ButtonLink>
  );
}
