"use client";

import { useEffect, useState } from "react";

const MARKED_MS = 4_000;
const NONE: ReadonlySet<string> = new Set();

interface Options<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Identifies the list with its filters, order and page. */
  listKey: string;
  /** The rows belong to the previous list, until the requested ones are loaded. */
  isStale: boolean;
  /** The reader is at the rows or on a later page: no row may move. */
  isHeld: boolean;
}

interface SteadyRows<Row> {
  rows: readonly Row[];
  /** The keys of the new rows. */
  marked: ReadonlySet<string>;
  /** The number of new rows that are not shown yet. */
  waiting: number;
  show: () => void;
}

/**
 * Returns the rows of a list that changes while it is read. New rows are marked. While the list is held, the shown rows
 * keep their places and are updated, and new rows wait.
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
