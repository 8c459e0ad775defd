"use client";

import { type SubmitEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeField } from "@/components/ui/code-field";
import { Dialog } from "@/components/ui/dialog";
import { ErrorPanel } from "@/components/ui/error-panel";
import { SelectField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { toast } from "@/components/ui/toaster";
import { type PostingKind, REQUEST_DAYS } from "@/lib/accounting/postings/kinds";
import { KIND_WORDS } from "@/lib/accounting/postings/words";
import { formErrors } from "@/lib/api/client/form-errors";
import { useSubmission } from "@/lib/api/client/use-submission";
import { PostingLegs } from "./posting-legs";
import type { PostingBody, PostingPreview } from "./queries";
import { readRequest } from "./read-request";
import { RequestFields } from "./request-fields";

const KINDS = Object.entries(KIND_WORDS) as [PostingKind, { name: string; meaning: string }][];

interface Planned {
  body: PostingBody;
  preview: PostingPreview;
}

interface SendProps {
  planned: Planned;
  onDone: (id: string | undefined) => void;
}

/** Shows the journal to be posted, and asks for the code that sends the request. */
function Send({ planned: { body, preview }, onDone }: SendProps) {
  const [code, setCode] = useState("");
  const { submit, isBusy, failure } = useSubmission("requestOperatorPosting", {
    onDone: (data) => onDone(data?.postingId),
  });
  const errors = formErrors(failure);
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    submit({ body: { ...body, totp: code } });
  };
  return (
    <Form noValidate onSubmit={onSubmit} className="space-y-4">
      <PostingLegs {...preview} />
      {preview.obstacle === undefined && (
        <>
          <p className="text-small text-quiet">
            Nothing is posted yet. Another administrator has {REQUEST_DAYS} days to confirm it.
          </p>
          <CodeField code={code} error={errors.totp} onChange={setCode} />
          {failure && errors.totp === undefined && (
            <ErrorPanel
              title="The posting was not requested"
              failure={failure}
              undone="Nothing was posted."
            />
          )}
          <Button type="submit" disabled={isBusy} className="w-full">
            {isBusy ? "Requesting…" : "Request posting"}
          </Button>
        </>
      )}
    </Form>
  );
}

interface RequestPostingProps {
  places: readonly string[];
  onRequested: (id: string | undefined) => void;
  onClose: () => void;
}

/** Requests a posting in steps: kind, fields, preview of the journal, and code. */
export function RequestPosting({ places, onRequested, onClose }: RequestPostingProps) {
  const [kind, setKind] = useState<PostingKind>("correction");
  const [planned, setPlanned] = useState<Planned>();
  const asked = useRef<PostingBody>(undefined);
  const { submit, isBusy, failure } = useSubmission("previewOperatorPosting", {
    isRead: true,
    onDone: (preview) => preview && asked.current && setPlanned({ body: asked.current, preview }),
  });
  const errors = formErrors(failure);
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    asked.current = readRequest(kind, new FormData(event.currentTarget));
    submit({ body: asked.current });
  };
  return (
    <Dialog title="Request operator posting" onClose={onClose}>
      <div className="space-y-4">
        <Form
          noValidate
          onSubmit={onSubmit}
          onInput={() => setPlanned(undefined)}
          className="space-y-4"
        >
          <SelectField
            label="Type"
            name="kind"
            value={kind}
            onChange={({ target }) => setKind(target.value as PostingKind)}
            hint={KIND_WORDS[kind].meaning}
            data-first-focus=""
          >
            {KINDS.map(([value, { name }]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
          <RequestFields key={kind} kind={kind} places={places} errors={errors} />
          {failure && Object.keys(errors).length === 0 && (
            <ErrorPanel title="The journal could not be previewed" failure={failure} />
          )}
          {!planned && (
            <Button type="submit" disabled={isBusy} className="w-full">
              {isBusy ? "Loading…" : "Preview journal"}
            </Button>
          )}
        </Form>
        {planned && (
          <Send
            planned={planned}
            onDone={(id) => {
              toast("Posting requested. Another administrator must confirm it");
              onRequested(id);
            }}
          />
        )}
      </div>
    </Dialog>
  );
}
