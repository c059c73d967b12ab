### Advice: the buttons that ask for it, and what a rival says.

button-advice = Ask the { $level }
# $choice is what it would choose, in the words of the buttons.
advice = 💡 The { $level } would choose **{ $choice }**. { $reason }
advice-steps = 💡 The { $level } would choose **{ $choices }**, in this order. { $reason }
refused-no-advice = Nobody can be asked for advice here now.
