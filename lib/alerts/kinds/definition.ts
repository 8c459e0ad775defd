/** The definition of one kind of alert. */
export interface AlertDefinition {
  /** The condition, as a heading. The text of an alert has the facts: amounts, ids, addresses. */
  title: string;
  /** `failed`: something does not work now; `attention`: something may soon fail, or money is not where it should be. */
  severity: "failed" | "attention";
  /** The remedy, in sentences for operators. */
  remedy: string;
  /**
   * Who may close the alert. The service closes an alert when its cause ends. Administrators may close only alerts whose
   * end the service may not detect: an address that was emptied by hand is never swept again.
   */
  closedBy: "service" | "administrators";
  /**
   * Whether an alert that a person closed is opened again when its cause recurs. False for money that is missing or was
   * paid twice: after a settlement with the partner the cause remains, and so does the settlement. Once the service has seen
   * the cause end, its return is another cause.
   */
  reopens: boolean;
}
