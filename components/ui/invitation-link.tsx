import { ShownOnce } from "./shown-once";

interface InvitationLinkProps {
  title: string;
  link: string;
  /** The recipient: "them", "the owner". */
  whom: string;
  /** Additional text, when the recipient must do more than set a password. */
  note?: string;
  onClose: () => void;
}

/** Shows a new invitation link once. */
export function InvitationLink({ title, link, whom, note, onClose }: InvitationLinkProps) {
  return (
    <ShownOnce title={title} text={link} label="the link" onClose={onClose}>
      Send this link to {whom}. It works once, expires in three days, and is not shown again. {note}
    </ShownOnce>
  );
}
