import type { JsonObject } from '../../../core/json.ts';

/** `data` in serialised form, which is sent byte for byte. */
export class SerialisedData {
  readonly json: string;
  readonly isReplay: boolean;

  constructor(json: string, isReplay: boolean) {
    this.json = json;
    this.isReplay = isReplay;
  }

  data(): JsonObject {
    return JSON.parse(this.json) as JsonObject;
  }
}
