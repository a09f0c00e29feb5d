/** Why a file cannot be restored, or may not be; its message is for whoever asked for it. */
export class RestoreRefused extends Error {}
