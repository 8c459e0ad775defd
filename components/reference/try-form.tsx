"use client";

import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Form } from "@/components/ui/form";
import { Notice } from "@/components/ui/notice";
import { BodyField } from "./body-field";
import { ConfirmReal } from "./confirm-real";
import { pastedKey } from "./pasted-key";
import { TryAnswerView } from "./try-answer-view";
import { TryCaller } from "./try-caller";
import { TryFields } from "./try-fields";
import type { TryTarget } from "./try-target";
import { useTry } from "./use-try";

interface TryFormProps {
  target: TryTarget;
  onClose: () => void;
}

/** A form that sends a real request from this browser. */
export function TryForm({ target, onClose }: TryFormProps) {
  const { role, mayBySession, isRealChange, values, answer, isBusy, failure, ...set } =
    useTry(target);
  const [isAsking, setAsking] = useState(false);
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => part.current?.querySelector<HTMLElement>("input, select")?.focus(), []);
  const send = () => {
    setAsking(false);
    set.send();
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isRealChange) setAsking(true);
    else send();
  };
  return (
    <div ref={part} className="space-y-4 rounded-large border border-line p-4">
      {isRealChange && (
        <Notice state="attention" title="This is production">
          <p>Requests sent here are live. They move real money and change real cards.</p>
        </Notice>
      )}
      <Form noValidate onSubmit={onSubmit} className="space-y-4">
        <TryCaller
          role={role}
          mayBySession={mayBySession}
          apiKey={values.apiKey}
          pasted={pastedKey.read()}
          onChange={set.setApiKey}
        />
        <TryFields
          parameters={target.parameters}
          values={values.parameters}
          onChange={set.setParameter}
        />
        {target.bodyText !== undefined && <BodyField text={values.body} onChange={set.setBody} />}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="compact" disabled={isBusy}>
            {isBusy ? "Sending…" : "Send request"}
          </Button>
          <Button look="plain" size="compact" onClick={onClose}>
            Close
          </Button>
        </div>
      </Form>
      <div aria-live="polite">
        {failure && (
          <ErrorPanel title="The request was not sent" failure={failure} isLive={false} />
        )}
        {answer && <TryAnswerView {...answer} />}
      </div>
      {isAsking && <ConfirmReal {...target} onConfirm={send} onClose={() => setAsking(false)} />}
    </div>
  );
}
