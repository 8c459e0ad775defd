"use client";

import { createContext, type ReactNode, useContext } from "react";

/** The person who reads the page, with the facts that affect the display. */
export interface Reader {
  role: string;
  personId: string;
  /** The partner whose pages they read; null in the console. */
  partnerId: string | null;
  /** Views the pages of a partner without being one of its people, and can only read. */
  isLooking?: boolean;
  /** The environment has test money, and the outside world can be simulated. */
  isSandbox: boolean;
  /** The server's clock when it rendered the page, in the zone of the reader. */
  drawnAt?: { nowMs: number; zone: string };
}

const ReaderContext = createContext<Reader>({
  role: "",
  personId: "",
  partnerId: null,
  isSandbox: false,
});

export function ReaderProvider({ reader, children }: { reader: Reader; children: ReactNode }) {
  return <ReaderContext value={reader}>{children}</ReaderContext>;
}

/** Returns the reader of the page. Only decides which actions are offered; each handler checks the permission. */
export function useReader(): Reader {
  return useContext(ReaderContext);
}
