/**
 * Every refusal the server can give: the wire code (spec §8) and the key of its text in the catalogues.
 * -1 is a refusal with a text of its own.
 */
export const errors = {
  sessionExpired: { code: -401, text: 'error.sessionExpired' },
  forbidden: { code: 403, text: 'error.forbidden' },
  notFound: { code: 404, text: 'error.notFound' },
  unexpected: { code: 500, text: 'error.unexpected' },
  invalidInput: { code: -1, text: 'error.invalidInput' },
  malformedJson: { code: -1, text: 'error.malformedJson' },
  tooLarge: { code: -1, text: 'error.tooLarge' },
  tooManyRequests: { code: -1, text: 'error.tooManyRequests' },
  repeatedWrite: { code: -1, text: 'error.repeatedWrite' },
  unsupportedMedia: { code: -1, text: 'error.unsupportedMedia' },
  captchaWrong: { code: -1, text: 'session.captchaWrong' },
  credentialsWrong: { code: -1, text: 'session.credentialsWrong' },
  loginLocked: { code: -1, text: 'session.locked' },
  accountDisabled: { code: -1, text: 'session.accountDisabled' },
  passwordChangeRequired: { code: -1, text: 'session.passwordChangeRequired' },
  oldPasswordWrong: { code: -1, text: 'session.oldPasswordWrong' },
  passwordSame: { code: -1, text: 'session.passwordSame' },
  deviceNoTaken: { code: -1, text: 'device.noTaken' },
  deviceAlreadyAssigned: { code: -1, text: 'device.alreadyAssigned' },
  deviceOffline: { code: -1, text: 'device.offline' },
  groupNotEmpty: { code: -1, text: 'deviceGroup.notEmpty' },
  groupNameTaken: { code: -1, text: 'deviceGroup.nameTaken' },
  groupOfOtherUser: { code: -1, text: 'device.groupOfOtherUser' },
  enrolmentKeyWrong: { code: -1, text: 'phone.enrolmentKeyWrong' },
  deviceTokenMissing: { code: 401, text: 'phone.tokenMissing' },
  deviceTokenWrong: { code: 401, text: 'phone.tokenWrong' },
  deviceDisabled: { code: 403, text: 'phone.disabled' },
  uploadTooLarge: { code: -1, text: 'upload.tooLarge' },
  uploadWrongType: { code: -1, text: 'upload.wrongType' },
  uploadSingleOnly: { code: -1, text: 'upload.singleOnly' },
  uploadFailed: { code: -1, text: 'upload.failed' },
  fileGone: { code: 404, text: 'file.gone' },
} as const
export type ErrorName = keyof typeof errors
