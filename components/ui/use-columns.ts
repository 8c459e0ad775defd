"use client";

import { readList } from "./stored-list";
import type { ColumnShape } from "./table-column";
import { store, useStored } from "./use-stored";

const isText = (value: unknown): value is string => typeof value === "string";
const keyOf = (list: string) => `columns:${list}`;

/** Returns the names of the hidden columns of a list, which this browser remembers, and a function that stores others. */
export function useHiddenColumns(list: string, columns: readonly ColumnShape[]) {
  const stored = useStored(keyOf(list));
  const usual = columns.filter(({ isHidden }) => isHidden).map(({ name }) => name);
  const hidden = stored === null ? usual : readList(stored, isText);
  const isUsual = hidden.length === usual.length && usual.every((name) => hidden.includes(name));
  return {
    hidden,
    isUsual,
    hide: (names: readonly string[] | null) =>
      store(keyOf(list), names === null ? null : JSON.stringify(names)),
  };
}
