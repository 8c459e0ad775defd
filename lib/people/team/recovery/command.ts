/** The command that recovers operators, as audit entries name it. */
export const COMMAND = "npm run recover-operator";
