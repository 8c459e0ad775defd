import { Button } from "@/components/ui/button";
import { CodeLine } from "@/components/ui/code-line";
import { Dialog } from "@/components/ui/dialog";

interface ShownOnceProps {
  title: string;
  secret: string;
  /** What is copied: "the key". */
  label: string;
  onClose: () => void;
}

/** A secret, in the only moment in which it can be seen. */
export function ShownOnce({ title, secret, label, onClose }: ShownOnceProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="space-y-4">
        <p>Copy it now, and keep it where your server’s secrets are. It is not shown again.</p>
        <CodeLine text={secret} label={label} />
        <Button className="w-full" onClick={onClose}>
          I have copied it
        </Button>
      </div>
    </Dialog>
  );
}
