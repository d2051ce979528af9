// Waits for changes of the model's files and says when the model was opened again. A server that does not answer is
// asked again.

async function watchModel(api, { onChange, onLost, onBack }) {
  let lost = false;
  while (true) {
    try {
      const generation = api.generation;
      const answer = await api.get(`changes?generation=${generation}`);
      if (lost) {
        lost = false;
        onBack();
      }
      if (answer.generation !== generation) await onChange();
    } catch (error) {
      if (!lost) onLost(error);
      lost = true;
      await new Promise(resolve => setTimeout(resolve, 2000));
    }
  }
}
