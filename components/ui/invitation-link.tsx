import { ShownOnce } from "./shown-once";

interface InvitationLinkProps {
  title: string;
  link: string;
  /** To whom it is sent: "them", "the owner". */
  whom: string;
  /** What they do with it, if more than to set a password. */
  note?: string;
  onClose: () => void;
}

/** The link with which somebody joins. */
export function InvitationLink({ title, link, whom, note, onClose }: InvitationLinkProps) {
  return (
    <ShownOnce title={title} text={link} label="the link" onClose={onClose}>
      Send this link to {whom}. It works once, expires in three days, and is not shown again. {note}
    </ShownOnce>
  );
}
