"use client";

import { useAddress } from "@/components/ui/address";
import { LateExplanation } from "./late-explanation";

/** Explains the amount of the object that is open beside a list, from the address (`/cards/<id>`). */
export function ExplainOpen({ base }: { base: string }) {
  const { path } = useAddress();
  const id = path.startsWith(`${base}/`) ? path.slice(base.length + 1).split("/")[0] : undefined;
  return id ? <LateExplanation key={id} id={id} /> : null;
}
