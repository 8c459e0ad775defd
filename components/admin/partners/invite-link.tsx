import { Button } from "@/components/ui/button";
import { CodeLine } from "@/components/ui/code-line";
import { Dialog } from "@/components/ui/dialog";

/** A link that lets an owner in, shown once. */
export function InviteLink({ link, onClose }: { link: string; onClose: () => void }) {
  return (
    <Dialog title="The owner’s invitation" onClose={onClose}>
      <div className="space-y-4">
        <p>Send this link to the owner. It works once, for three days, and is not shown again.</p>
        <CodeLine text={link} label="the link" />
        <Button className="w-full" onClick={onClose}>
          I have copied it
        </Button>
      </div>
    </Dialog>
  );
}
