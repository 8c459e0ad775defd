"use client";

import { useCallback, useMemo, useSyncExternalStore } from "react";
import {
  DOCUMENT_KINDS,
  type DocumentKind,
  SAMPLE_IDS,
  type SampleId,
} from "@/lib/users/kyc/sample-documents";

/** The person's answers so far. */
export interface Answers {
  documentKind?: DocumentKind | undefined;
  country?: string | undefined;
  sample?: SampleId | undefined;
  faceChecked?: boolean | undefined;
}

const listeners = new Set<() => void>();
/** Fallback without browser storage: the answers last as long as the page. */
const kept = new Map<string, string>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(key: string): string {
  const inMemory = kept.get(key);
  if (inMemory !== undefined) return inMemory;
  try {
    return window.sessionStorage.getItem(key) ?? "{}";
  } catch {
    return "{}"; // Storage is disabled: nothing was stored.
  }
}

function write(key: string, text: string): void {
  kept.set(key, text);
  try {
    window.sessionStorage.setItem(key, text);
  } catch {
    // Storage is full or disabled: `kept` has the value.
  }
  for (const listener of listeners) listener();
}

/** Parses stored answers and drops invalid values. */
function parseAnswers(text: string): Answers {
  const value: Record<string, unknown> = JSON.parse(text);
  const country = typeof value.country === "string" ? value.country : undefined;
  return {
    documentKind: DOCUMENT_KINDS.find((kind) => kind === value.documentKind),
    country,
    sample: SAMPLE_IDS.find((sample) => sample === value.sample),
    faceChecked: value.faceChecked === true,
  };
}

/** The answers of one check, stored for this tab so that going back or reloading loses nothing. */
export function useAnswers(sessionId: string): [Answers, (changes: Answers) => void] {
  const key = `verification:${sessionId}`;
  const text = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => "{}",
  );
  const answers = useMemo(() => parseAnswers(text), [text]);
  const change = useCallback(
    (changes: Answers) => write(key, JSON.stringify({ ...parseAnswers(read(key)), ...changes })),
    [key],
  );
  return [answers, change];
}
