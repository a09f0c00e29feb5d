/** Why a file cannot or may not be restored; the message is for the caller. */
export class RestoreRefused extends Error {}
