"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef } from "react";

/** A navigation to another withdrawal is in progress, so the focus must move there. */
let isWalking = false;

/** Returns a function that opens a withdrawal of the queue, or the queue when there is none. */
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

/**
 * Returns a ref for the heading of a withdrawal: it takes the focus after such a navigation, so that screen readers
 * announce it.
 */
export function useWalkedTo(id: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another withdrawal may stand in the same place
  useEffect(() => {
    if (isWalking) heading.current?.focus();
    isWalking = false;
  }, [id]);
  return heading;
}
