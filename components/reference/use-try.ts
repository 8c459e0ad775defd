"use client";

import { useState } from "react";
import { useReader } from "@/components/ui/reader";
import { useSender } from "@/lib/api/client/use-sender";
import { pastedKey } from "./pasted-key";
import { sendRequest, type TryAnswer, type TryValues } from "./send-request";
import type { TryTarget } from "./try-target";

/** The examples of required fields, and a new idempotency key where the operation takes one. */
function initialParameters({ parameters }: TryTarget): Record<string, string> {
  const required = parameters.filter(({ isRequired }) => isRequired);
  return Object.fromEntries(
    required.map(({ name, example }) => [
      name,
      name === "idempotency-key" ? crypto.randomUUID() : String(example ?? ""),
    ]),
  );
}

/** The state of a request that is filled in by hand: its values and its response. */
export function useTry(target: TryTarget) {
  const { role, isSandbox } = useReader();
  const [answer, setAnswer] = useState<TryAnswer>();
  const mayBySession = target.roles.includes(role);
  const [values, setValues] = useState<TryValues>({
    parameters: initialParameters(target),
    body: target.bodyText ?? "",
    apiKey: mayBySession ? undefined : pastedKey.read(),
  });
  const hasKey = target.parameters.some(({ name }) => name === "idempotency-key");
  const sending = useSender({
    effect: target.method === "GET" ? "none" : hasKey ? "once" : "change",
    perform: (typed: TryValues, signal) => sendRequest(target, typed, signal),
    onDone: setAnswer,
  });
  return {
    role,
    mayBySession,
    /** The request changes production data. */
    isRealChange: !isSandbox && target.method !== "GET",
    values,
    setParameter: (name: string, value: string) =>
      setValues({ ...values, parameters: { ...values.parameters, [name]: value } }),
    setBody: (body: string) => setValues({ ...values, body }),
    setApiKey: (apiKey: string | undefined) => {
      if (apiKey !== undefined) pastedKey.keep(apiKey);
      setValues({ ...values, apiKey });
    },
    answer,
    isBusy: sending.isBusy,
    failure: sending.failure,
    send: () => {
      if (sending.submit(values)) setAnswer(undefined);
    },
  };
}
