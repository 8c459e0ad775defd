"use client";

import { useQuery } from "@tanstack/react-query";
import { readAmount } from "@/components/ui/amount-text";
import { Dialog } from "@/components/ui/dialog";
import { ErrorPanel } from "@/components/ui/error-panel";
import { AmountField, SelectField, TextAreaField, TextField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { toast } from "@/components/ui/toaster";
import { toApiError } from "@/lib/api/client/api-error";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { DISPUTE_REASON_WORDS } from "@/lib/cards/disputes/words";
import type { DisputeReason } from "@/lib/cards/issuer/disputes/port";
import { EvidenceFiles } from "./evidence-files";
import { type EvidenceUpload, evidenceQuery, useEvidenceUpload } from "./evidence-upload";
import type { CardDetail } from "./queries";

const FACTS = {
  productDescription: "Product or service",
  expectedOn: "Expected on",
  receivedOn: "Received on",
  canceledOn: "Canceled on",
  returnedOn: "Returned on",
  originalServiceTransactionId: "ID of the first transaction",
} as const;
type Fact = keyof typeof FACTS;

/** The further evidence that card networks ask for, by reason. */
const FACTS_OF: Partial<Record<DisputeReason, readonly Fact[]>> = {
  duplicate: ["originalServiceTransactionId"],
  canceled: ["productDescription", "expectedOn", "canceledOn", "returnedOn"],
  not_received: ["productDescription", "expectedOn"],
  not_as_described: ["productDescription", "receivedOn", "canceledOn", "returnedOn"],
  other: ["productDescription"],
};

const factsOf = (reason: string): readonly Fact[] => FACTS_OF[reason as DisputeReason] ?? [];

const initialOf = ({ amount, refunded }: CardDetail) => ({
  amount: (amount - refunded).toFixed(2),
  reason: "fraudulent",
  explanation: "",
  productType: "merchandise",
  productDescription: "",
  expectedOn: "",
  receivedOn: "",
  canceledOn: "",
  returnedOn: "",
  originalServiceTransactionId: "",
});

function bodyOf(values: ReturnType<typeof initialOf>, evidenceFileIds: readonly string[]) {
  const { amount, reason, explanation, productType } = values;
  const facts = factsOf(reason).filter((fact) => values[fact] !== "");
  return {
    amount: readAmount(amount) ?? Number.NaN,
    reason,
    explanation,
    ...Object.fromEntries(facts.map((fact) => [fact, values[fact]])),
    ...(facts.includes("productDescription") && { productType }),
    ...(evidenceFileIds.length > 0 && { evidenceFileIds }),
  };
}

interface EvidenceProps {
  evidence: ReturnType<typeof useEvidence>;
  upload: EvidenceUpload;
}

const useEvidence = (serviceTransactionId: string) => useQuery(evidenceQuery(serviceTransactionId));

/** The files of the dispute, once those that were added before are known. */
function Evidence({ evidence: { data, error, refetch }, upload }: EvidenceProps) {
  if (data) return <EvidenceFiles upload={upload} files={data.files} maxFiles={data.maxFiles} />;
  if (!error) return null;
  return (
    <ErrorPanel
      title="The files could not be loaded"
      failure={toApiError(error)}
      onRetry={() => refetch()}
    />
  );
}

/** Opens a dispute of a settled transaction. */
export function DisputeForm({ detail, onClose }: { detail: CardDetail; onClose: () => void }) {
  const { serviceTransactionId } = detail;
  const evidence = useEvidence(serviceTransactionId);
  const upload = useEvidenceUpload(serviceTransactionId);
  const fileIds = evidence.data?.files.map(({ fileId }) => fileId) ?? [];
  const form = useContractForm("openDispute", {
    initial: initialOf(detail),
    input: (values) => ({ params: { serviceTransactionId }, body: bodyOf(values, fileIds) }),
    onDone: () => {
      toast("Dispute opened", { about: serviceTransactionId });
      onClose();
    },
  });
  const facts = factsOf(form.values.reason);
  return (
    <Dialog title="Dispute this transaction" onClose={onClose}>
      <RequestForm
        form={form}
        // A dispute gets no more files once it is open.
        isReady={evidence.data !== undefined && !upload.isBusy}
        title="The dispute was not opened"
        undone="No money was moved."
        action="Open dispute"
        busy="Opening…"
      >
        <p className="text-small text-quiet">
          The card is credited at once. If the dispute is not won, the credit is taken back.
        </p>
        <SelectField label="Reason" {...form.field("reason")} data-first-focus="">
          {Object.entries(DISPUTE_REASON_WORDS).map(([reason, word]) => (
            <option key={reason} value={reason}>
              {word}
            </option>
          ))}
        </SelectField>
        <AmountField label="Amount" {...form.field("amount")} />
        <TextAreaField
          label="What happened"
          {...form.field("explanation")}
          hint="In the cardholder’s words, for the merchant and the card network."
          maxLength={2_500}
          rows={4}
        />
        {facts.includes("productDescription") && (
          <SelectField label="Kind of product" {...form.field("productType")}>
            <option value="merchandise">Merchandise</option>
            <option value="service">Service</option>
          </SelectField>
        )}
        {facts.map((fact) => (
          <TextField
            key={fact}
            label={FACTS[fact]}
            {...form.field(fact)}
            type={fact.endsWith("On") ? "date" : "text"}
            required={false}
            autoComplete="off"
          />
        ))}
        <Evidence evidence={evidence} upload={upload} />
      </RequestForm>
    </Dialog>
  );
}
