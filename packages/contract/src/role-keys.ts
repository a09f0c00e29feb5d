/** How other systems name a role. */
export const roleKeyPattern = /^[A-Za-z][\w:/.-]*$/
