"use client";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Facts } from "@/components/ui/facts";
import { SelectField, TextField } from "@/components/ui/field";
import { minuteText } from "@/components/ui/instant";
import { RequestForm } from "@/components/ui/request-form";
import { toast } from "@/components/ui/toaster";
import { useNow } from "@/components/ui/use-now";
import { type ContractForm, useContractForm } from "@/lib/api/client/form/use-contract-form";
import { MAX_CLOCK_ADVANCE_S } from "@/lib/partners/partner-time";
import { durationText } from "./duration-text";

const DAY_S = 86_400;
const UNITS = [
  { word: "minutes", lengthS: 60 },
  { word: "hours", lengthS: 3_600 },
  { word: "days", lengthS: DAY_S },
] as const;

/** The advances that tests need most, with what they cause. */
const PRESETS = [
  { word: "1 hour", count: "1", unit: "3600" },
  { word: "1 day", count: "1", unit: "86400" },
  { word: "8 days", count: "8", unit: "86400" },
  { word: "121 days", count: "121", unit: "86400" },
  { word: "4 years", count: "1461", unit: "86400" },
];

interface Typed {
  count: string;
  unit: string;
}

/** The typed advance in seconds; NaN if the number is not a whole one above 0. */
function typedS({ count, unit }: Typed): number {
  const text = count.trim();
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) * Number(unit) : Number.NaN;
}

/** The error of the typed number, in the words of the form: the contract knows seconds only. */
function faultOf(typed: Typed, leftS: number): { count?: string } {
  const advanceSeconds = typedS(typed);
  if (Number.isNaN(advanceSeconds)) return { count: "Enter a whole number, 1 or more." };
  if (advanceSeconds <= leftS) return {};
  const left = leftS === 0 ? "nothing" : durationText(leftS);
  return { count: `The clock can be at most 10 years ahead: ${left} left.` };
}

/** Advances the sandbox clock of the partner. */
export function AdvanceClock({ advanceS, onClose }: { advanceS: number; onClose: () => void }) {
  const nowMs = useNow();
  const form = useContractForm("advanceSandboxClock", {
    initial: { count: "8", unit: String(DAY_S) },
    input: (typed: Typed) => ({ body: { advanceSeconds: typedS(typed) } }),
    check: (typed) => faultOf(typed, MAX_CLOCK_ADVANCE_S - advanceS),
    names: { advanceSeconds: "count" },
    onDone: (data) => {
      toast(
        data ? `Clock advanced: ${durationText(data.advancedSeconds)} ahead` : "Clock advanced",
        { about: "clock" },
      );
      onClose();
    },
  });
  const addedS = typedS(form.values);
  const clockText = (aheadS: number) =>
    nowMs !== undefined && Number.isSafeInteger(aheadS) && aheadS <= MAX_CLOCK_ADVANCE_S
      ? minuteText(new Date(nowMs + aheadS * 1_000).toISOString(), { nowMs })
      : "–";
  return (
    <Dialog title="Advance clock" onClose={onClose}>
      <RequestForm
        form={form}
        title="The clock was not advanced"
        remedy="Check the clock here before you try again: each advance adds up."
        action="Advance clock"
        busy="Advancing…"
      >
        <p className="text-small text-quiet">
          Moves time forward for your company only. Holds (7 days), webhook retries, cards,
          verification links and rotated keys expire or run as if the time had passed. Timestamps
          stay real. The clock can’t be set back.
        </p>
        <AdvanceFields form={form} />
        <Facts
          facts={[
            ["Your clock", clockText(advanceS)],
            ["After the advance", <strong key="after">{clockText(advanceS + addedS)}</strong>],
          ]}
        />
        <p className="text-small text-quiet">
          By API: <code className="font-mono">POST /api/v1/sandbox/clock</code>,{" "}
          <a
            href="/developers/reference/advanceSandboxClock"
            className="text-accent underline underline-offset-4"
          >
            what it moves
          </a>
        </p>
      </RequestForm>
    </Dialog>
  );
}

/** How far to advance: a common advance, or a number and its unit. */
function AdvanceFields({ form }: { form: ContractForm<Typed> }) {
  const { values } = form;
  return (
    <>
      <fieldset className="space-y-2">
        <legend className="sr-only">Common advances</legend>
        <div className="flex flex-wrap gap-2">
          {PRESETS.map(({ word, count, unit }) => (
            <Button
              key={word}
              look="plain"
              size="compact"
              aria-pressed={values.count === count && values.unit === unit}
              className="aria-pressed:border-accent aria-pressed:bg-accent-faint"
              onClick={() => {
                form.set("count", count);
                form.set("unit", unit);
              }}
            >
              {word}
            </Button>
          ))}
        </div>
      </fieldset>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="Advance by"
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          {...form.field("count")}
          data-first-focus=""
        />
        <SelectField label="Unit" {...form.field("unit")}>
          {UNITS.map(({ word, lengthS }) => (
            <option key={word} value={lengthS}>
              {word}
            </option>
          ))}
        </SelectField>
      </div>
    </>
  );
}
