"use client";

import { useEffect, useState } from "react";

const MARKED_MS = 4_000;
const NONE: ReadonlySet<string> = new Set();

interface Options<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Tells this list from those of other filters, orders and pages. */
  listKey: string;
  /** The rows are those of another list, until the ones asked for are there. */
  isStale: boolean;
  /** The reader is at the rows, or reads a later page: nothing may move. */
  isHeld: boolean;
}

interface SteadyRows<Row> {
  rows: readonly Row[];
  /** Keys of rows that have just come. */
  marked: ReadonlySet<string>;
  /** How many wait to be shown. */
  waiting: number;
  show: () => void;
}

/**
 * The rows of a list that changes while it is read. New ones are marked as they come. While the list is held those that
 * are shown stay where they are, with what is new of them, and those that came wait.
 */
export function useSteadyRows<Row>(options: Options<Row>): SteadyRows<Row> {
  const { rows, keyOf, listKey, isStale, isHeld } = options;
  const keys = rows.map(keyOf);
  const [shown, setShown] = useState({ listKey, keys, rows });
  const [marked, setMarked] = useState(NONE);
  useEffect(() => {
    if (marked === NONE) return;
    const timer = setTimeout(() => setMarked(NONE), MARKED_MS);
    return () => clearTimeout(timer);
  }, [marked]);

  const isSame = shown.listKey === listKey;
  const came = isSame ? keys.filter((key) => !shown.keys.includes(key)) : [];
  const show = () => {
    setShown({ listKey, keys, rows });
    setMarked(came.length > 0 ? new Set(came) : NONE);
  };
  if (isStale) return { rows, marked: NONE, waiting: 0, show };
  if (isHeld && came.length > 0) {
    const byKey = new Map(rows.map((row) => [keyOf(row), row]));
    const kept = shown.rows.map((row) => byKey.get(keyOf(row)) ?? row);
    return { rows: kept, marked, waiting: came.length, show };
  }
  if (!isSame || keys.join() !== shown.keys.join()) show();
  return { rows, marked, waiting: 0, show };
}
