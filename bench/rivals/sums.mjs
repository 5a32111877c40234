// The sums that every rival must come to: for each class, Σ ln p over its rows and Σ ln(1 − p) over the others.
export function sums() {
  const A = [0, 0, 0];
  const B = [0, 0, 0];
  return {
    add(label, estimates) {
      const c = label.charCodeAt(0) - 97;
      for (let i = 0; i < 3; i++) {
        if (i === c) A[i] += Math.log(estimates[i]);
        else B[i] += Math.log(1 - estimates[i]);
      }
    },
    print: () => console.log(JSON.stringify([...A, ...B])),
  };
}
