import { TerminalError } from '@fleetdeck/i18n/terminal'

/** Why a file cannot or may not be restored; the message is for the caller. */
export class RestoreRefused extends TerminalError {}

/** The backup is whole as far as read, and encrypted for others. */
export class KeyRefused extends RestoreRefused {}
