"use client";

import { QueryClientContext } from "@tanstack/react-query";
import { useContext, useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import type { ApiError } from "./api-error";
import type { Effect } from "./in-flight";
import { Sender, TIMEOUT_MS } from "./sender";
import { signInIfEnded } from "./session-ended";

/** The longest wait for the refetch of the page's data. */
const REREAD_MS = 5_000;

interface SenderHookOptions<Input, Data> {
  /** The effect of sending the same request twice. */
  effect: Effect;
  timeoutMs?: number;
  perform: (input: Input, signal: AbortSignal) => Promise<Data>;
  /** The sender stays busy until the returned promise settles. */
  onDone: (data: Data) => Promise<void> | void;
}

export interface Sending<Input> {
  /** Sends the input, unless it is being sent or was just sent; returns whether it does. */
  submit: (input: Input) => boolean;
  isBusy: boolean;
  failure: ApiError | undefined;
  reset: () => void;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The only way in which a component sends a person's request. `Sender` documents the guarantees. After a change all
 * displayed data is refetched.
 */
export function useSender<Input, Data>({
  effect,
  timeoutMs = TIMEOUT_MS,
  perform,
  onDone,
}: SenderHookOptions<Input, Data>): Sending<Input> {
  // Pages for people who have not signed in have no query client.
  const client = useContext(QueryClientContext);
  const options = {
    effect,
    timeoutMs,
    perform,
    onDone: async (data: Data) => {
      try {
        await onDone(data);
      } finally {
        if (client && effect !== "none")
          await Promise.race([client.invalidateQueries(), pause(REREAD_MS)]);
      }
    },
    onFailed: (error: ApiError) => {
      if (client) signInIfEnded(error);
    },
  };
  const [sender] = useState(() => new Sender(options));
  useLayoutEffect(() => {
    sender.options = options;
  });
  useEffect(() => {
    sender.attach();
    return () => sender.detach();
  }, [sender]);
  const state = useSyncExternalStore(sender.subscribe, sender.state, sender.state);
  return { submit: sender.send, reset: sender.reset, ...state };
}
