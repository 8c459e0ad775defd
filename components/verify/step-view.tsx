import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/form";

interface StepViewProps {
  title: string;
  lead: ReactNode;
  children?: ReactNode;
  /** The label of the button that continues. */
  action: string;
  isBusy?: boolean;
  onAction: () => void;
}

/** The layout of a step, with the button that continues at the bottom. The browser reports missing fields. */
export function StepView({
  title,
  lead,
  children,
  action,
  isBusy = false,
  onAction,
}: StepViewProps) {
  return (
    <Form
      className="flex flex-1 flex-col gap-6 pt-6"
      onSubmit={(event) => {
        event.preventDefault();
        onAction();
      }}
    >
      <div className="space-y-2">
        <h1 tabIndex={-1} className="text-large font-semibold text-balance">
          {title}
        </h1>
        <div className="text-quiet">{lead}</div>
      </div>
      {children}
      <div className="sticky bottom-0 mt-auto flex flex-col bg-ground py-3 sm:static sm:mt-2">
        <Button type="submit" disabled={isBusy}>
          {action}
        </Button>
      </div>
    </Form>
  );
}
