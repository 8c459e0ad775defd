"use client";

import { useAddress } from "@/components/ui/address";
import { Explain } from "./explain";

/** Explains what is open beside a list; the address says what that is (`/cards/<id>`). */
export function ExplainOpen({ base }: { base: string }) {
  const { path } = useAddress();
  const id = path.startsWith(`${base}/`) ? path.slice(base.length + 1).split("/")[0] : undefined;
  return id ? <Explain key={id} id={id} /> : null;
}
