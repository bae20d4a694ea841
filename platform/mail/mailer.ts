export interface MailToSend {
  /** Envelope addresses, without names. */
  readonly from: string;
  readonly to: string;
  /** The whole message, as `composeMail` built it. */
  readonly raw: Uint8Array;
  /** Its Message-ID without brackets, which a report of its delivery names if the servers know how (RFC 3461). */
  readonly id?: string;
}

export interface Mailer {
  /** False if mail goes into files: then it reaches nobody. */
  readonly reachesRecipients: boolean;
  /** Returns what the server said when it accepted the message; throws a MailError if it did not. */
  send(mail: MailToSend): Promise<{ response: string }>;
  /** Does not wait: mail that is being sent fails as not accepted. */
  close(): void;
}
