"use client";

import { optionalAmount } from "@/components/ui/amount-text";
import { Dialog } from "@/components/ui/dialog";
import { AmountField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { toast } from "@/components/ui/toaster";
import { useSavedForm } from "@/lib/api/client/form/use-saved-form";

interface LowBalanceDialogProps {
  threshold: number | undefined;
  onClose: () => void;
}

/** Sets the balance below which the overview and the wallet show a notice; an empty amount removes it. */
export function LowBalanceDialog({ threshold, onClose }: LowBalanceDialogProps) {
  const form = useSavedForm("setLowBalance", {
    saved: { threshold: threshold?.toFixed(2) ?? "" },
    onUnchanged: onClose,
    input: (values) => ({
      body: {
        threshold: optionalAmount(values.threshold),
      },
    }),
    onDone: (saved) => {
      toast(saved?.threshold === null ? "Low balance notice removed" : "Low balance notice saved");
      onClose();
    },
  });
  return (
    <Dialog title="Low balance notice" onClose={onClose}>
      <RequestForm
        form={form}
        title="The notice was not saved"
        undone="No changes were made."
        action="Save"
        busy="Saving…"
      >
        <AmountField
          label="Notify below"
          required={false}
          {...form.field("threshold")}
          hint="Your team sees a notice while the wallet has less. Leave it empty for no notice."
          data-first-focus=""
        />
      </RequestForm>
    </Dialog>
  );
}
