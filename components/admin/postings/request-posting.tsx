"use client";

import { useEffect, useRef, useState } from "react";
import { CodeField } from "@/components/ui/code-field";
import { Dialog } from "@/components/ui/dialog";
import { SelectField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { toast } from "@/components/ui/toaster";
import { type PostingKind, REQUEST_DAYS } from "@/lib/accounting/postings/kinds";
import { KIND_WORDS } from "@/lib/accounting/postings/words";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { PostingLegs } from "./posting-legs";
import type { PostingBody, PostingPreview } from "./queries";
import { type PostingValues, readRequest } from "./read-request";
import { RequestFields } from "./request-fields";

const KINDS = Object.entries(KIND_WORDS) as [PostingKind, { name: string; meaning: string }][];

interface Planned {
  body: PostingBody;
  preview: PostingPreview;
}

const isSame = (one: PostingBody, other: PostingBody) =>
  JSON.stringify(one) === JSON.stringify(other);

interface SendProps {
  planned: Planned;
  onDone: (id: string | undefined) => void;
}

/** Shows the journal to be posted, and asks for the code that sends the request. */
function Send({ planned: { body, preview }, onDone }: SendProps) {
  const form = useContractForm("requestOperatorPosting", {
    initial: { totp: "" },
    input: ({ totp }) => ({ body: { ...body, totp } }),
    onDone: (data) => onDone(data?.postingId),
  });
  const isPossible = preview.obstacle === undefined;
  const part = useRef<HTMLDivElement>(null);
  // The preview takes the place of its button, and the focus if the button had it.
  useEffect(() => {
    if (document.activeElement === document.body) part.current?.focus();
  }, []);
  return (
    <RequestForm
      form={form}
      title="The posting was not requested"
      undone="Nothing was posted."
      action={isPossible ? "Request posting" : undefined}
      busy="Requesting…"
    >
      <div ref={part} tabIndex={-1} className="outline-none">
        <PostingLegs {...preview} />
      </div>
      {isPossible && (
        <>
          <p className="text-small text-quiet">
            Nothing is posted yet. Another administrator has {REQUEST_DAYS} days to confirm it.
          </p>
          <CodeField {...form.field("totp")} />
        </>
      )}
    </RequestForm>
  );
}

const INITIAL: PostingValues = {
  kind: "correction",
  amount: "",
  reason: "",
  reference: "",
  paidFrom: "",
  receivedAt: "",
  amountReceived: "",
  receivedReference: "",
  partnerId: "",
  serviceCardId: "",
  direction: "credit",
  against: "",
  takeFrom: "",
  addTo: "",
};

interface RequestPostingProps {
  places: readonly string[];
  onRequested: (id: string | undefined) => void;
  onClose: () => void;
}

/** Requests a posting in steps: kind, fields, preview of the journal, and code. */
export function RequestPosting({ places, onRequested, onClose }: RequestPostingProps) {
  const [planned, setPlanned] = useState<Planned>();
  const asked = useRef<PostingBody>(undefined);
  const form = useContractForm("previewOperatorPosting", {
    initial: INITIAL,
    input: (values) => ({ body: readRequest(values) }),
    isRead: true,
    beforeSend: (values) => {
      asked.current = readRequest(values);
      return false;
    },
    onDone: (preview) => preview && asked.current && setPlanned({ body: asked.current, preview }),
  });
  const { kind } = form.values;
  // A preview can arrive after a field was changed: it belongs to the values that it was made of.
  const isCurrent = planned && isSame(planned.body, readRequest(form.values));
  return (
    <Dialog title="Request operator posting" onClose={onClose}>
      <div className="space-y-4">
        <RequestForm
          form={form}
          title="The journal could not be previewed"
          action={isCurrent ? undefined : "Preview journal"}
          busy="Loading…"
        >
          <SelectField
            label="Type"
            {...form.field("kind")}
            hint={KIND_WORDS[kind].meaning}
            data-first-focus=""
          >
            {KINDS.map(([value, { name }]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
          <RequestFields key={kind} kind={kind} places={places} field={form.field} />
        </RequestForm>
        {isCurrent && (
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
