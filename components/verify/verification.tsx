"use client";

import { useState } from "react";
import type { OpenVerification } from "@/lib/users/kyc/verification-view";
import { Progress } from "./progress";
import { Result } from "./result";
import { type Country, StepDocument } from "./step-document";
import { StepFace } from "./step-face";
import { StepPicture } from "./step-picture";
import { StepReview } from "./step-review";
import { StepStart } from "./step-start";
import { stepAfter } from "./steps";
import { type Submitted, submitCheck } from "./submit-check";
import { useAnswers } from "./use-answers";
import { useStep } from "./use-step";

interface VerificationProps {
  token: string;
  check: OpenVerification;
  countries: readonly Country[];
}

/** The steps of an open check. */
export function Verification({ token, check, countries }: VerificationProps) {
  const [answers, onAnswer] = useAnswers(check.sessionId);
  const [step, go] = useStep(answers);
  const [isSubmitting, setSubmitting] = useState(false);
  const [submitted, setSubmitted] = useState<Submitted>();

  if (submitted?.kind === "result") {
    return <Result result={submitted.result} partnerName={check.partnerName} isFresh />;
  }
  // A placeholder until the answers are loaded.
  if (step === undefined)
    return <div aria-busy="true" className="mt-6 h-64 rounded-large bg-sunken" />;

  const onSubmit = async () => {
    setSubmitting(true);
    const answer = await submitCheck(token, answers);
    if (answer.kind === "over") return window.location.replace(window.location.pathname);
    setSubmitting(false);
    setSubmitted(answer);
  };
  const onContinue = () => go(stepAfter(step));
  const failure = submitted?.kind === "failed" ? submitted : undefined;
  const common = { answers, onAnswer, onContinue };

  return (
    <div className="flex flex-1 flex-col pt-6">
      <Progress step={step} />
      {step === "start" && <StepStart check={check} onContinue={onContinue} />}
      {step === "document" && (
        <StepDocument {...common} countries={countries} countryCode={check.countryCode} />
      )}
      {step === "picture" && <StepPicture {...common} />}
      {step === "face" && <StepFace {...common} />}
      {step === "review" && (
        <StepReview
          answers={answers}
          countries={countries}
          partnerName={check.partnerName}
          isSubmitting={isSubmitting}
          failure={failure}
          onChange={go}
          onSubmit={onSubmit}
        />
      )}
    </div>
  );
}
