"use client";

import { Button } from "@/components/ui/button";
import { CodeLine } from "@/components/ui/code-line";
import { ErrorPanel } from "@/components/ui/error-panel";
import { TextField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { StateWord } from "@/components/ui/state-word";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { SsoDomain } from "./queries";

function TxtRecord({ txtHost, txtText }: SsoDomain) {
  return (
    <div className="space-y-2 text-small">
      <p className="text-quiet">
        Add this TXT record to the domain’s DNS, then verify. A DNS change can take an hour to
        appear.
      </p>
      <p className="font-medium">Name</p>
      <CodeLine text={txtHost} label="the name of the record" />
      <p className="font-medium">Value</p>
      <CodeLine text={txtText} label="the value of the record" />
    </div>
  );
}

function DomainLine({ domain }: { domain: SsoDomain }) {
  const name = domain.domain;
  const verify = useSubmission("verifySsoDomain", {
    onDone: () => toast(`${name} is verified`),
  });
  const remove = useSubmission("removeSsoDomain", { onDone: () => toast(`${name} was removed`) });
  const isBusy = verify.isBusy || remove.isBusy;
  const isVerified = domain.verifiedAt !== undefined;
  return (
    <li className="space-y-3 py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          <span className="text-small">
            <StateWord
              state={isVerified ? "settled" : "waiting"}
              word={isVerified ? "Verified" : "Not verified"}
            />
          </span>
        </span>
        <span className="flex flex-wrap gap-2">
          {!isVerified && (
            <Button
              look="plain"
              size="compact"
              disabled={isBusy}
              onClick={() => verify.submit({ params: { domain: name } })}
            >
              Verify<span className="sr-only"> {name}</span>
            </Button>
          )}
          <Button
            look="plain"
            size="compact"
            disabled={isBusy}
            onClick={() => remove.submit({ params: { domain: name } })}
          >
            Remove<span className="sr-only"> {name}</span>
          </Button>
        </span>
      </div>
      {!isVerified && <TxtRecord {...domain} />}
      {verify.failure && <ErrorPanel title={`${name} was not verified`} failure={verify.failure} />}
      {remove.failure && <ErrorPanel title={`${name} was not removed`} failure={remove.failure} />}
    </li>
  );
}

/** The email domains of the company, with the records that prove them. */
export function Domains({ domains }: { domains: readonly SsoDomain[] }) {
  const form = useContractForm("addSsoDomain", {
    initial: { domain: "" },
    input: (values) => ({ body: { domain: values.domain.trim() } }),
    onDone: () => {
      form.reset();
      toast("Domain added");
    },
  });
  return (
    <div className="space-y-4">
      {domains.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {domains.map((domain) => (
            <DomainLine key={domain.domain} domain={domain} />
          ))}
        </ul>
      )}
      <RequestForm
        form={form}
        isCompact
        isPlain
        className="max-w-md space-y-3"
        title="The domain was not added"
        undone="No changes were made."
        action="Add domain"
        busy="Adding…"
      >
        <TextField
          label="Email domain"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field("domain")}
          hint="The part after the @ of your team’s emails, such as example.com."
          maxLength={253}
        />
      </RequestForm>
    </div>
  );
}
