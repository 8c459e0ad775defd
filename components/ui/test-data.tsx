import type { ReactNode } from "react";
import { Button } from "./button";

interface TestDataProps {
  /** The label of the button, where it is not all of the form that is filled. */
  action?: string;
  /** Choices that the data follow. */
  children?: ReactNode;
  onFill: () => void;
}

/** Fills a form with test data by one click; only for staging. */
export function TestData({ action = "Fill with test data", children, onFill }: TestDataProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-large bg-sunken px-3 py-2 text-small">
      {children ?? <span className="text-quiet">Staging</span>}
      <Button look="plain" size="compact" className="bg-surface" onClick={onFill}>
        {action}
      </Button>
    </div>
  );
}
