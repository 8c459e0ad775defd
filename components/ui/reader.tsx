"use client";

import { createContext, type ReactNode, useContext } from "react";

/** Who reads the page, as far as it decides what is shown. */
export interface Reader {
  role: string;
  personId: string;
  /** Money is not real here, and the outside world can be simulated. */
  isSandbox: boolean;
}

const ReaderContext = createContext<Reader>({
  role: "",
  personId: "",
  isSandbox: false,
});

export function ReaderProvider({ reader, children }: { reader: Reader; children: ReactNode }) {
  return <ReaderContext value={reader}>{children}</ReaderContext>;
}

/** Who reads the page. What they may do is decided by each handler; here it only decides what is offered. */
export function useReader(): Reader {
  return useContext(ReaderContext);
}
