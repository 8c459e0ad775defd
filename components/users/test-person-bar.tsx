"use client";

import { useState } from "react";
import { TestData } from "@/components/ui/test-data";
import { KYC_OUTCOMES, type KycOutcome } from "@/lib/contract/kyc-outcomes";
import { NO_VALUES, type UserValues } from "./create-user-values";
import { useOwnIpAddress } from "./queries";
import { testPerson } from "./test-person";

const WORDS: Record<KycOutcome, string> = {
  approved: "Approved",
  denied: "Denied",
  needsVerification: "Needs verification",
};

/** Fills the form of a new user with a random person, whose name selects the outcome of the verification. */
export function TestPersonBar({ onFill }: { onFill: (values: UserValues) => void }) {
  const [outcome, setOutcome] = useState<KycOutcome>("approved");
  const ipAddress = useOwnIpAddress();
  return (
    <TestData onFill={() => onFill({ ...NO_VALUES, ...testPerson({ outcome, ipAddress }) })}>
      <label className="flex items-center gap-2">
        <span className="text-quiet">Verification result</span>
        <select
          value={outcome}
          onChange={({ target }) =>
            setOutcome(KYC_OUTCOMES.find((each) => each === target.value) ?? outcome)
          }
          className="min-h-9 rounded-large border border-line-strong bg-surface px-2 pointer-coarse:min-h-11"
        >
          {KYC_OUTCOMES.map((each) => (
            <option key={each} value={each}>
              {WORDS[each]}
            </option>
          ))}
        </select>
      </label>
    </TestData>
  );
}
