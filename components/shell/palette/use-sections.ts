"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { PageLink } from "@/components/shell/pages";
import { COMMANDS } from "./commands";
import type { Option } from "./entry";
import { matching } from "./match";
import { recentEntries } from "./recent";
import { type Area, SOURCES } from "./sources";

const SETTLED_MS = 150;
const SHORTEST = 2;

export interface Section {
  name: string;
  entries: readonly Option[];
}

interface Sections {
  sections: Section[];
  isSearching: boolean;
  /** The found objects are those of the text before the last keys. */
  isBehind: boolean;
  hasFailed: boolean;
}

interface SectionsQuery {
  owner: string;
  area: Area;
  pages: readonly PageLink[];
  role: string;
  text: string;
}

/** Returns a text once the typing has stopped. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Returns the options for the typed text; without a text, recent entries and pages. */
export function useSections({ owner, area, pages, role, text }: SectionsQuery): Sections {
  const source = SOURCES[area];
  const [recent] = useState(() => recentEntries(owner));
  const typed = text.trim();
  const settled = useSettled(typed);
  const found = useQuery({
    queryKey: ["palette", area, settled],
    queryFn: ({ signal }) => source.find(settled, role, signal),
    enabled: settled.length >= SHORTEST,
    refetchInterval: false,
    retry: false,
  });
  const actions = source.actions.filter(({ roles }) => roles.includes(role));
  // The additional pages are only searched, so that the initial list stays short.
  const places = typed === "" ? pages : [...pages, ...source.places];
  const hits = typed.length >= SHORTEST ? (found.data ?? []) : [];
  const isSearching = typed.length >= SHORTEST && (found.isFetching || settled !== typed);
  const sections = [
    { name: "Recent", entries: typed === "" ? recent : [] },
    { name: "Found", entries: hits },
    { name: "Pages", entries: matching(places, typed) },
    { name: "Actions", entries: matching(actions, typed) },
    { name: "Settings", entries: typed === "" ? [] : matching(COMMANDS, typed) },
    // Last and late, so that Enter opens a found object rather than a list.
    {
      name: "Lists",
      entries: typed.length >= SHORTEST && !isSearching ? source.searches(typed) : [],
    },
  ];
  return {
    sections: sections.filter(({ entries }) => entries.length > 0),
    isSearching,
    isBehind: hits.length > 0 && settled !== typed,
    hasFailed: found.isError && settled === typed,
  };
}
