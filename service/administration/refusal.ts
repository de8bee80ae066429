/** Why an administrator's command could not be carried out, in words that say what to do. */
export class CommandRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CommandRefusal';
  }
}
