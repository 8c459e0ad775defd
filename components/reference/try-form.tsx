"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Notice } from "@/components/ui/notice";
import { useReader } from "@/components/ui/reader";
import { pastedKey } from "./pasted-key";
import { sendRequest, type TryValues } from "./send-request";
import { TryAnswerView } from "./try-answer-view";
import { TryCaller } from "./try-caller";
import { TryFields } from "./try-fields";
import type { TryTarget } from "./try-target";

/** The examples, where a field must be filled in; and a key of its own for what must be done once. */
function initialParameters({ parameters }: TryTarget): Record<string, string> {
  const required = parameters.filter(({ isRequired }) => isRequired);
  return Object.fromEntries(
    required.map(({ name, example }) => [
      name,
      name === "idempotency-key" ? crypto.randomUUID() : String(example ?? ""),
    ]),
  );
}

function BodyField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const id = useId();
  return (
    <div className="space-y-1">
      <label htmlFor={id} className="text-small font-medium">
        Body
      </label>
      <textarea
        id={id}
        value={text}
        rows={Math.min(18, text.split("\n").length + 1)}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        className="w-full rounded-large border border-line-strong bg-surface p-3 font-mono text-small"
      />
    </div>
  );
}

interface TryFormProps {
  target: TryTarget;
  onClose: () => void;
}

/** A real request, filled in by hand and sent from this browser. */
export function TryForm({ target, onClose }: TryFormProps) {
  const { method, path, parameters, bodyText, roles } = target;
  const { role, isSandbox } = useReader();
  const client = useQueryClient();
  const mayBySession = roles.includes(role);
  const [values, setValues] = useState<TryValues>({
    parameters: initialParameters(target),
    body: bodyText ?? "",
    apiKey: mayBySession ? undefined : pastedKey.read(),
  });
  const [isAsking, setAsking] = useState(false);
  const isRealChange = !isSandbox && method !== "GET";
  const sending = useMutation({
    mutationFn: () => sendRequest(target, values),
    onSettled: () => {
      setAsking(false);
      if (method !== "GET") void client.invalidateQueries();
    },
  });
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isRealChange) setAsking(true);
    else sending.mutate();
  };
  return (
    <div className="space-y-4 rounded-large border border-line p-4">
      {isRealChange && (
        <Notice state="attention" title="This is production">
          <p>What you send here is done: it moves real money and changes real cards.</p>
        </Notice>
      )}
      <form noValidate onSubmit={onSubmit} className="space-y-4">
        <TryCaller
          role={role}
          mayBySession={mayBySession}
          apiKey={values.apiKey}
          pasted={pastedKey.read()}
          onChange={(apiKey) => {
            if (apiKey !== undefined) pastedKey.keep(apiKey);
            setValues({ ...values, apiKey });
          }}
        />
        <TryFields
          parameters={parameters}
          values={values.parameters}
          onChange={(name, value) =>
            setValues({ ...values, parameters: { ...values.parameters, [name]: value } })
          }
        />
        {bodyText !== undefined && (
          <BodyField text={values.body} onChange={(body) => setValues({ ...values, body })} />
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="compact" disabled={sending.isPending}>
            {sending.isPending ? "Sending…" : "Send the request"}
          </Button>
          <Button look="plain" size="compact" onClick={onClose}>
            Close
          </Button>
        </div>
      </form>
      <div aria-live="polite">
        {sending.isError && (
          <Notice state="failed" title="No answer came">
            <p>
              The service could not be reached, and nobody knows whether the request was carried
              out. Send it again as it is: an idempotency key stays the same.
            </p>
          </Notice>
        )}
        {sending.data && <TryAnswerView {...sending.data} />}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={`Send ${method} in production?`}
          action={`Send ${method} for real`}
          isDangerous
          isBusy={sending.isPending}
          onConfirm={() => sending.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>
            <code className="font-mono text-small break-all">{path}</code> is carried out with real
            money and real cards, as if a server of yours had sent it.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
