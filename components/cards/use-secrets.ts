"use client";

import { useEffect, useState } from "react";
import type { ApiData } from "@/lib/api/client/types";

type Secrets = ApiData<"revealCard">;

/** The time for which a card number is shown, in seconds. */
export const SHOWN_S = 30;

/** Keeps the revealed card data in memory until its time is over. */
export function useSecrets() {
  const [secrets, setSecrets] = useState<Secrets>();
  const [leftS, setLeftS] = useState(0);
  useEffect(() => {
    if (secrets === undefined) return;
    const endMs = Date.now() + SHOWN_S * 1_000;
    const tick = () => {
      const left = Math.ceil((endMs - Date.now()) / 1_000);
      setLeftS(left);
      if (left <= 0) setSecrets(undefined);
    };
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [secrets]);
  return {
    secrets,
    leftS,
    show: (revealed: Secrets) => setSecrets(revealed),
    hide: () => setSecrets(undefined),
  };
}
