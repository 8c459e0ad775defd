"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef } from "react";

/** It is on its way to another withdrawal: the focus goes along. */
let isWalking = false;

/** Goes on to a withdrawal of the queue, or back to the queue when there is none. */
export function useWalk(): (id: string | undefined) => void {
  const router = useRouter();
  return useCallback(
    (id) => {
      isWalking = id !== undefined;
      router.push(id === undefined ? "/admin" : `/admin/withdrawals/${id}`);
    },
    [router],
  );
}

/** For the heading of a withdrawal: it takes the focus when it was walked to, so that it is read out what is shown now. */
export function useWalkedTo(id: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another withdrawal may stand in the same place
  useEffect(() => {
    if (isWalking) heading.current?.focus();
    isWalking = false;
  }, [id]);
  return heading;
}
