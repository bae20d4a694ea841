/** The functions of jStat that are used; it has no types of its own. */
declare module 'jstat' {
  const jstat: {
    readonly jStat: {
      readonly chisquare: { cdf(x: number, degreesOfFreedom: number): number };
      readonly centralF: { cdf(x: number, over: number, under: number): number };
      gammaln(x: number): number;
    };
  };
  export default jstat;
}
